/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.systemtests.product;

import java.net.URI;
import org.gaul.s3proxy.AuthenticationType;
import org.gaul.s3proxy.S3Proxy;
import org.jclouds.ContextBuilder;
import org.jclouds.blobstore.BlobStore;
import org.jclouds.blobstore.BlobStoreContext;
import org.jclouds.blobstore.TransientApiMetadata;

/** A server that speaks S3, with one bucket that lies in this process's memory. */
final class S3Store implements AutoCloseable {
  static final String BUCKET = "bucket";
  static final String ACCESS_KEY = "an-access-key";
  static final String SECRET_KEY = "a-key-that-nobody-may-see";

  private final BlobStoreContext context =
      ContextBuilder.newBuilder(new TransientApiMetadata())
          .credentials("unused", "unused")
          .build(BlobStoreContext.class);
  private final BlobStore blobs = context.getBlobStore();
  private final S3Proxy server =
      S3Proxy.builder()
          .blobStore(blobs)
          .endpoint(URI.create("http://127.0.0.1:0"))
          .awsAuthentication(AuthenticationType.AWS_V2_OR_V4, ACCESS_KEY, SECRET_KEY)
          .ignoreUnknownHeaders(true)
          .build();

  S3Store() throws Exception {
    blobs.createContainerInLocation(null, BUCKET);
    server.start();
  }

  String endpoint() {
    return "http://127.0.0.1:" + server.getPort();
  }

  void put(String key, byte[] content) {
    blobs.putBlob(
        BUCKET, blobs.blobBuilder(key).payload(content).contentLength(content.length).build());
  }

  void remove(String key) {
    blobs.removeBlob(BUCKET, key);
  }

  boolean has(String key) {
    return blobs.blobExists(BUCKET, key);
  }

  /** From here on nobody answers. */
  void goAway() throws Exception {
    server.stop();
  }

  @Override
  public void close() throws Exception {
    goAway();
    context.close();
  }
}
