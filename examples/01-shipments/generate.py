#!/usr/bin/env python3
"""Makes shipment events as JSON lines: the same seed gives the same bytes.

Without arguments it writes this example's landing folder again. To make any volume elsewhere:

    python3 generate.py --events 2000000 --out /path/to/events --files 8 --seed 7

About one event in a hundred has no shipment id, one in seventy has a weight that is missing, zero or
negative, and one in two hundred was delivered before it was shipped. Every event has a status.
"""

import argparse
import os
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from datetime import date, timedelta

HERE = os.path.dirname(os.path.abspath(__file__))
LANDING = os.path.join(HERE, "volumes", "zrl_", "bronze", "landing", "events")

CARRIERS = ["ALPINE", "BALTIC", "CANAL", "DELTA_ROAD", "EASTWIND", "FJORD", "GRANITE", "HARBOUR"]
LATE_SHARE = [0.04, 0.11, 0.08, 0.22, 0.06, 0.15, 0.09, 0.31]
PORTS = ["AMS", "ANR", "BCN", "BRE", "CPH", "GDN", "GOA", "HAM", "LEH", "LIS", "RTM", "VLC"]
LANES = [a + "-" + b for a in PORTS for b in PORTS if a != b]
TRANSIT_MINUTES = [1440 + 360 * (i % 17) for i in range(len(LANES))]

DAYS = [(date(2026, 1, 1) + timedelta(days=d)).isoformat() for d in range(130)]
MINUTES = ["T%02d:%02d:00Z" % (m // 60, m % 60) for m in range(1440)]
SHIPPING_MINUTES = 90 * 1440
BAD_WEIGHTS = ["0", "-12.5", "null", "-0.1"]


def events(count, first, rng):
    """Yields `count` JSON lines; shipment numbers start at `first`."""
    draw = rng.random
    lanes, transit, days, minutes = LANES, TRANSIT_MINUTES, DAYS, MINUTES
    lane_count, carrier_count = len(LANES), len(CARRIERS)
    for number in range(first, first + count):
        lane = int(draw() * lane_count)
        carrier = int(draw() * carrier_count)
        shipped = int(draw() * SHIPPING_MINUTES)
        promised = shipped + transit[lane]
        luck = draw()
        shipment = '"SHP-%08d"' % number
        weight = "%.1f" % (5 + draw() * draw() * 2400)
        if luck < LATE_SHARE[carrier]:
            arrived = promised + 30 + int(draw() * 2880)
        else:
            arrived = promised - int(draw() * 720)
        fate = draw()
        if fate < 0.80:
            status, operation, seen = "DELIVERED", "update", arrived
            delivered = '"%s%s"' % (days[arrived // 1440], minutes[arrived % 1440])
        else:
            delivered = "null"
            seen = shipped + int(draw() * 600)
            if fate < 0.93:
                status, operation = "IN_TRANSIT", "update"
            elif fate < 0.98:
                status, operation = "CREATED", "insert"
            else:
                status, operation = "CANCELLED", "delete"
        flaw = draw()
        if flaw < 0.01:
            shipment = "null"
        elif flaw < 0.025:
            weight = BAD_WEIGHTS[number % 4]
        elif flaw < 0.03 and shipped > 1440:
            early = shipped - 1 - int(draw() * 1440)
            delivered = '"%s%s"' % (days[early // 1440], minutes[early % 1440])
            status, operation = "DELIVERED", "update"
        yield (
            f'{{"shipment_id":{shipment},"carrier_id":"{CARRIERS[carrier]}","lane_id":"{lanes[lane]}",'
            f'"shipped_at":"{days[shipped // 1440]}{minutes[shipped % 1440]}","delivered_at":{delivered},'
            f'"promised_at":"{days[promised // 1440]}{minutes[promised % 1440]}","weight_kg":{weight},'
            f'"status":"{status}","event_time":"{days[seen // 1440]}{minutes[seen % 1440]}",'
            f'"operation":"{operation}"}}\n'
        )


def write_file(task):
    path, count, first, seed = task
    rng = random.Random(seed)
    partial = path + ".partial"
    with open(partial, "w", encoding="utf-8", newline="\n", buffering=1 << 20) as out:
        out.writelines(events(count, first, rng))
    os.replace(partial, path)
    return os.path.getsize(path)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=3000, help="number of events (3000)")
    parser.add_argument("--files", type=int, default=6, help="number of files (6)")
    parser.add_argument("--out", default=LANDING, help="folder to write to (this example's landing folder)")
    parser.add_argument("--seed", type=int, default=20260101, help="same seed, same bytes (20260101)")
    parser.add_argument("--prefix", default="events", help="how the files' names begin (events)")
    parser.add_argument("--first", type=int, default=1, help="number of the first shipment (1)")
    options = parser.parse_args()
    if options.events < 0 or options.files < 1:
        parser.error("--events must be 0 or more and --files 1 or more")

    os.makedirs(options.out, exist_ok=True)
    tasks, first = [], options.first
    for index in range(options.files):
        count = options.events * (index + 1) // options.files - options.events * index // options.files
        path = os.path.join(options.out, "%s-%04d.json" % (options.prefix, index + 1))
        tasks.append((path, count, first, options.seed * 1000003 + index))
        first += count
    if options.events < 50000:
        sizes = [write_file(task) for task in tasks]
    else:
        with ProcessPoolExecutor(os.cpu_count()) as pool:
            sizes = list(pool.map(write_file, tasks))
    print("%d events, %d files, %.1f MB in %s"
          % (options.events, options.files, sum(sizes) / 1e6, options.out), file=sys.stderr)


if __name__ == "__main__":
    main()
