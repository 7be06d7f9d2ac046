/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.content;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4FrameInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyFramedInputStream;

/**
 * Decompresses whole files as Spark does, which for LZ4 and Snappy means Hadoop's blocks. Files
 * that the tools of these two write, in their own frames, are understood too.
 */
public final class Decompression {
  private static final int BUFFER = 1 << 16;
  private static final byte[] LZ4_FRAME = {0x04, 0x22, 0x4D, 0x18};
  private static final byte[] SNAPPY_FRAME = {(byte) 0xFF, 0x06, 0x00, 0x00};

  private Decompression() {}

  /** The bytes behind a compression; whatever is wrong with them is a damaged file. */
  static InputStream of(Compression compression, InputStream in) throws IOException {
    BufferedInputStream buffered = new BufferedInputStream(in, BUFFER);
    try {
      return new Guarded(
          switch (compression) {
            case NONE -> buffered;
            case GZIP -> new GZIPInputStream(buffered, BUFFER);
            case DEFLATE -> new InflaterInputStream(buffered);
            case BZIP2 -> Libraries.bzip2(buffered);
            case ZSTANDARD -> Libraries.zstandard(buffered);
            case LZ4 -> Libraries.lz4(buffered, startsWith(buffered, LZ4_FRAME));
            case SNAPPY -> Libraries.snappy(buffered, startsWith(buffered, SNAPPY_FRAME));
          });
    } catch (IOException | RuntimeException e) {
      throw damaged(e);
    }
  }

  private static boolean startsWith(BufferedInputStream in, byte[] magic) throws IOException {
    in.mark(magic.length);
    byte[] first = in.readNBytes(magic.length);
    in.reset();
    return Arrays.equals(first, magic);
  }

  private static IOException damaged(Exception e) {
    return DamagedFileException.meaning(e, "its compressed content is damaged or cut off");
  }

  /** Apart, so that a library is loaded only when a file needs it. */
  private static final class Libraries {
    static InputStream bzip2(InputStream in) throws IOException {
      return new BZip2CompressorInputStream(in, true);
    }

    static InputStream zstandard(InputStream in) throws IOException {
      return new ZstdInputStream(in);
    }

    static InputStream lz4(InputStream in, boolean framed) throws IOException {
      return framed
          ? new LZ4FrameInputStream(in)
          : new HadoopBlocks(
              in,
              (bytes, most) ->
                  LZ4Factory.fastestInstance().safeDecompressor().decompress(bytes, most));
    }

    static InputStream snappy(InputStream in, boolean framed) throws IOException {
      return framed
          ? new SnappyFramedInputStream(in)
          : new HadoopBlocks(in, (bytes, most) -> Snappy.uncompress(bytes));
    }
  }

  private static final class Guarded extends FilterInputStream {
    Guarded(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      try {
        return super.read();
      } catch (IOException | RuntimeException e) {
        throw damaged(e);
      }
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      try {
        return super.read(bytes, offset, length);
      } catch (IOException | RuntimeException e) {
        throw damaged(e);
      }
    }
  }
}
