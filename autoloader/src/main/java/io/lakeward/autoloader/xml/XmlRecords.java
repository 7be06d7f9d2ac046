/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.xml;

import io.lakeward.autoloader.rows.MalformedRecordException;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.util.Optional;
import javax.xml.stream.XMLEventReader;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.events.Attribute;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import org.apache.spark.sql.catalyst.xml.StaxXmlParser;
import org.apache.spark.sql.catalyst.xml.StaxXmlParserUtils;
import org.apache.spark.sql.catalyst.xml.XmlOptions;
import org.apache.spark.sql.catalyst.xml.XmlTokenizer;
import org.apache.spark.unsafe.types.VariantVal;
import org.xml.sax.SAXException;

/**
 * Cuts an XML file into the elements that {@code rowTag} names, with Spark's own search for them.
 */
public final class XmlRecords implements Closeable {
  private final XmlOptions options;
  private final Optional<Schema> validation;
  private final Lines lines;
  private final XmlTokenizer tokenizer;
  private String text = "";
  private boolean ended;

  /**
   * @param in in UTF-8
   * @param validation what each record must obey
   */
  XmlRecords(InputStream in, XmlOptions options, Optional<Schema> validation) {
    this.options = options;
    this.validation = validation;
    this.lines = new Lines(in);
    this.tokenizer = new XmlTokenizer(lines, options);
  }

  /** Moves to the next record; false at the end. */
  boolean next() throws IOException {
    if (ended) {
      return false;
    }
    scala.Option<String> token = tokenizer.next();
    ended = token.isEmpty();
    text = ended ? "" : token.get();
    return !ended;
  }

  /** The record as it stands in the file, without comments. */
  String text() {
    return text;
  }

  /** The record's content. */
  XmlNode node() throws MalformedRecordException {
    try {
      validate();
      XMLEventReader events = StaxXmlParserUtils.filteredReader(text);
      try {
        return XmlNode.read(events, options);
      } finally {
        events.close();
      }
    } catch (XMLStreamException | SAXException | IOException | RuntimeException e) {
      throw new MalformedRecordException(e);
    }
  }

  /** The record as one value, by Spark's rules. */
  VariantVal variant() throws MalformedRecordException {
    try {
      validate();
      XMLEventReader events = StaxXmlParserUtils.filteredReader(text);
      try {
        Attribute[] attributes = StaxXmlParserUtils.gatherRootAttributes(events);
        return StaxXmlParser.convertVariant(events, attributes, options);
      } finally {
        events.close();
      }
    } catch (XMLStreamException | SAXException | IOException | RuntimeException e) {
      throw new MalformedRecordException(e);
    }
  }

  private void validate() throws SAXException, IOException {
    if (validation.isPresent()) {
      validation.get().newValidator().validate(new StreamSource(new StringReader(text)));
    }
  }

  /** The line on which the record begins. */
  long lineNumber() {
    return Math.max(1, lines.delivered - text.chars().filter(c -> c == '\n').count());
  }

  long bytes() {
    return lines.bytes;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }

  /** Gives out one line at a time, so that it is known how far the search has come. */
  private static final class Lines extends FilterInputStream {
    private final byte[] buffer = new byte[1 << 14];
    private int next;
    private int limit;
    private boolean afterLineEnd = true;
    private long delivered;
    private long bytes;

    Lines(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (next == limit) {
        next = 0;
        limit = Math.max(0, super.read(buffer, 0, buffer.length));
        if (limit == 0) {
          return -1;
        }
      }
      if (afterLineEnd) {
        delivered++;
        afterLineEnd = false;
      }
      int count = 0;
      while (count < length && next < limit && !afterLineEnd) {
        byte b = buffer[next++];
        target[offset + count++] = b;
        afterLineEnd = b == '\n';
      }
      bytes += count;
      return count;
    }

    @Override
    public int available() {
      return 0;
    }
  }
}
