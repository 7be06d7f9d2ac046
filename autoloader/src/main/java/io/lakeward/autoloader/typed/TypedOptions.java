/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.typed;

import java.util.Optional;

/**
 * How files are to be understood where they do not say it themselves.
 *
 * @param zone of the session
 * @param legacyTimes whether old dates and times are of the Julian calendar
 * @param legacyInt96 the same for timestamps in the form INT96
 * @param avroSchema the schema by which Avro is read, if it is not each file's own
 */
public record TypedOptions(
    String zone, boolean legacyTimes, boolean legacyInt96, Optional<String> avroSchema) {}
