import { finished } from 'node:stream/promises';
import { createDeflateRaw } from 'node:zlib';
import { ZipPassThrough } from 'fflate';

/** Size of the input buffer and of each output chunk. */
const maxBufferBytes = 1 << 16;
const encoder = new TextEncoder();

/**
 * A part of a zip package, compressed by the native zlib off the main thread. Memory stays constant however long the
 * part gets.
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
    // `end()` reports the error.
    this.#ended.catch(() => undefined);
  }

  /** Compresses text. Resolves once zlib has consumed it, so that at most one chunk is queued. */
  async write(text: string): Promise<void> {
    for (let at = 0; at < text.length;) {
      const { read, written } = encoder.encodeInto(text.slice(at), this.#buffer);
      at += read;
      this.push(this.#buffer.subarray(0, written));
      await this.#taken;
    }
  }

  /** Ends the part. Resolves once everything is compressed. */
  async end(): Promise<void> {
    this.push(new Uint8Array(), true);
    await this.#ended;
    this.ondata(null, new Uint8Array(), true);
  }

  /** Called by `push` after it has counted the bytes. */
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
