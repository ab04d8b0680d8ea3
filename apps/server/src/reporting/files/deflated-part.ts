import { finished } from 'node:stream/promises';
import { createDeflateRaw } from 'node:zlib';
import { ZipPassThrough } from 'fflate';

/** Of the buffer for what goes in, and of each for what comes out. */
const maxBufferBytes = 1 << 16;
const encoder = new TextEncoder();

/**
 * One part of a zipped package, compressed by the C library of zlib: beside the program, and in a few buffers that are used
 * again and again, however long the part gets.
 */
export class DeflatedPart extends ZipPassThrough {
  override compression = 8;
  readonly #deflate = createDeflateRaw({ chunkSize: maxBufferBytes });
  readonly #ended: Promise<void>;
  readonly #buffer = new Uint8Array(maxBufferBytes);
  #taken = Promise.resolve();

  constructor(path: string) {
    super(path);
    this.#deflate.on('data', (chunk: Uint8Array<ArrayBuffer>) => this.ondata(null, chunk, false));
    this.#ended = finished(this.#deflate);
    // Told by the call that waits for it.
    this.#ended.catch(() => undefined);
  }

  /** Compresses text; done when it is, so that no more is waiting than one piece. */
  async write(text: string): Promise<void> {
    for (let at = 0; at < text.length;) {
      const { read, written } = encoder.encodeInto(text.slice(at), this.#buffer);
      at += read;
      this.push(this.#buffer.subarray(0, written));
      await this.#taken;
    }
  }

  /** Ends the part; done when all of it was compressed. */
  async end(): Promise<void> {
    this.push(new Uint8Array(), true);
    await this.#ended;
    this.ondata(null, new Uint8Array(), true);
  }

  /** What `push` calls once it has counted the bytes. */
  protected override process(chunk: Uint8Array, isLast: boolean): void {
    if (isLast) {
      this.#deflate.end();
      return;
    }
    this.#taken = new Promise((resolve, reject) => {
      this.#deflate.write(chunk, (error) => (error ? reject(error) : resolve()));
    });
  }
}
