"""Writes the example's files: python3 generate.py [--day 2] [--out FOLDER].

Day 1 is in the repository; day 2 brings late, repeated and new changes.
"""

import argparse
import json
import pathlib

SHIPMENTS = {
    1: [
        ("S1", "placed", "insert", 1), ("S1", "shipped", "update", 3), ("S2", "placed", "insert", 2),
        ("S2", "checked", "audit", 4), ("S1", "delivered", "update", 9),
    ],
    2: [("S1", "packed", "update", 2), ("S2", "placed", "insert", 2), ("S2", "lost", "update", 7)],
}
PRODUCTS = {
    1: [
        ("c", 1, "lamp", 1999, 100), ("c", 2, "chair", 4500, 110), ("u", 1, "lamp", 1799, 150),
        ("d", 2, None, None, 170), ("u", 2, "chair", 4200, 140),
    ],
    2: [("u", 1, "lamp", 1899, 120), ("c", 3, "desk", 9900, 200), ("c", 2, "chair", 3900, 210)],
}
CUSTOMERS = {
    1: [
        (124, "Raul", "Oaxaca", "INSERT", 1, 1, 1), (123, "Isabel", "Monterrey", "INSERT", 1, 1, 1),
        (125, "Mercedes", "Tijuana", "INSERT", 2, 1, 1), (126, "Lily", "Cancun", "INSERT", 2, 1, 1),
        (123, None, None, "DELETE", 6, None, None),
        (125, "Mercedes", "Guadalajara", "UPDATE", 6, 1, 2),
        (125, "Mercedes", "Mexicali", "UPDATE", 5, 1, 1),
        (123, "Isabel", "Chihuahua", "UPDATE", 5, 1, 1),
    ],
    2: [
        (126, "Lily", "Cancun", "UPDATE", 7, 7, 2), (124, "Raul", "Oaxaca", "INSERT", 1, 1, 1),
        (123, "Isabel", "Torreon", "UPDATE", 3, 2, 1),
    ],
}
ORDERS = {
    1: [
        (1001, 7, "placed", 20.5, "2024-05-01T10:00:00"), (1002, 8, " PAID ", 12.0, "2024-05-01T10:05:00"),
        (1004, 9, "shipped", 99.9, "2024-05-01T12:00:00"), (1003, 7, "lost", 5.0, "2024-05-01T10:07:00"),
        (1005, 8, "placed", -1.0, "2024-05-01T10:09:00"),
    ],
    2: [
        (1004, 9, "placed", 99.9, "2024-05-01T11:00:00"), (1001, 7, "paid", 20.5, "2024-05-01T10:30:00"),
        (1002, 8, "refunded", 12.0, "2024-05-02T09:00:00"),
    ],
}
STORES = {
    1: [(1, "Oaxaca", "Ana"), (2, "Monterrey", "Luis"), (3, "Tijuana", "Eva")],
    2: [(2, "Carmel", "Luis"), (3, "Tijuana", "Mia"), (4, "Merida", "Eva")],
}


def records(day):
    yield "shipments", [
        {"shipment_id": key, "status": status, "operation": operation, "event_time": time}
        for key, status, operation, time in SHIPMENTS[day]
    ]
    yield "products_cdc", [
        {
            "payload": {
                "after": {"product_id": key, "name": name, "price_cents": price},
                "op": operation,
                "ts_ms": time,
            }
        }
        for operation, key, name, price, time in PRODUCTS[day]
    ]
    yield "customers", [
        {
            "customer_id": key, "name": name, "city": city, "operation": operation,
            "updated_at": time, "last_login": login, "session_count": sessions,
        }
        for key, name, city, operation, time, login, sessions in CUSTOMERS[day]
    ]
    yield "orders", [
        {"order_id": key, "customer_id": who, "status": status, "amount": amount, "updated_at": time}
        for key, who, status, amount, time in ORDERS[day]
    ]
    yield "stores", [
        {"store_id": key, "city": city, "manager": manager} for key, city, manager in STORES[day]
    ]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--day", type=int, default=1, choices=[1, 2])
    parser.add_argument("--out", default="volumes/main/raw")
    arguments = parser.parse_args()
    for name, rows in records(arguments.day):
        folder = pathlib.Path(arguments.out) / name
        folder.mkdir(parents=True, exist_ok=True)
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        # The stores are a whole list each day, which takes the place of the one before.
        file = "all.json" if name == "stores" else f"day-{arguments.day}.json"
        (folder / file).write_text(lines, encoding="utf-8")


if __name__ == "__main__":
    main()
