/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.xml;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLEventReader;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.events.Attribute;
import javax.xml.stream.events.Characters;
import javax.xml.stream.events.StartElement;
import javax.xml.stream.events.XMLEvent;
import org.apache.spark.sql.catalyst.xml.StaxXmlParserUtils;
import org.apache.spark.sql.catalyst.xml.XmlOptions;

/**
 * An element of XML.
 *
 * @param attributes by the names that their columns have
 * @param content elements and texts, in their order
 */
public record XmlNode(
    String name, List<Map.Entry<String, String>> attributes, List<Object> content) {

  /** The first element, with all that is in it. */
  static XmlNode read(XMLEventReader events, XmlOptions options) throws XMLStreamException {
    while (events.hasNext()) {
      XMLEvent event = events.nextEvent();
      if (event.isStartElement()) {
        return read(event.asStartElement(), events, options);
      }
    }
    throw new XMLStreamException("no element");
  }

  private static XmlNode read(StartElement start, XMLEventReader events, XmlOptions options)
      throws XMLStreamException {
    List<Map.Entry<String, String>> attributes = new ArrayList<>();
    if (!options.excludeAttributeFlag()) {
      for (Iterator<Attribute> all = start.getAttributes(); all.hasNext(); ) {
        Attribute attribute = all.next();
        String name = StaxXmlParserUtils.getName(attribute.getName(), options);
        attributes.add(Map.entry(options.attributePrefix() + name, attribute.getValue()));
      }
    }
    List<Object> content = new ArrayList<>();
    while (true) {
      XMLEvent event = events.nextEvent();
      if (event.isEndElement() || event.isEndDocument()) {
        return new XmlNode(
            StaxXmlParserUtils.getName(start.getName(), options), attributes, content);
      }
      if (event.isStartElement()) {
        content.add(read(event.asStartElement(), events, options));
      } else if (event instanceof Characters characters) {
        content.add(characters.getData());
      }
    }
  }

  boolean hasElements() {
    return content.stream().anyMatch(XmlNode.class::isInstance);
  }

  /** The text of an element without elements. */
  String text() {
    StringBuilder text = new StringBuilder();
    for (Object part : content) {
      if (part instanceof String piece) {
        text.append(piece);
      }
    }
    return text.toString();
  }

  /** What is inside, as XML. */
  String inner() {
    StringBuilder text = new StringBuilder();
    for (Object part : content) {
      if (part instanceof XmlNode node) {
        text.append('<').append(node.name);
        node.attributes.forEach(
            a ->
                text.append(' ').append(a.getKey()).append("=\"").append(a.getValue()).append('"'));
        text.append('>').append(node.inner()).append("</").append(node.name).append('>');
      } else {
        text.append(part);
      }
    }
    return text.toString();
  }
}
