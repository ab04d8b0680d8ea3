import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** The server's side of a WebSocket that carries short texts. */
export interface TextSocket {
  send(text: string): void;
}

/** The first byte of a text in one frame: the bit FIN and the opcode of texts. */
const textFrame = 0x81;

/** What the key of a browser is hashed with. */
const handshakeGuid = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/**
 * Accepts a WebSocket. Understands what browsers send here: texts of two bytes to 64 kB, each in one frame; other
 * frames are ignored.
 * @see RFC 6455, sections 4.2.2 and 5.2
 */
export function acceptTextSocket(
  request: IncomingMessage,
  socket: Duplex,
  onText: (text: string, from: TextSocket) => void,
): void {
  const accept = createHash('sha1')
    .update(`${request.headers['sec-websocket-key']}${handshakeGuid}`)
    .digest('base64');
  const lines = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
  socket.write(`${[...lines, `Sec-WebSocket-Accept: ${accept}`].join('\r\n')}\r\n\r\n`);
  socket.on('error', () => socket.destroy());
  const textSocket: TextSocket = { send: (text) => void socket.write(frameOf(text)) };
  let received = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (let frame = parseFrame(received); frame; frame = parseFrame(received)) {
      received = received.subarray(frame.end);
      if (frame.firstByte === textFrame) onText(frame.text, textSocket);
    }
  });
}

function frameOf(text: string): Buffer {
  const bytes = Buffer.from(text);
  const { length } = bytes;
  const size = length < 126 ? [length] : [126, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([textFrame, ...size]), bytes]);
}

/** Returns the first frame, which browsers mask, or null if it is not complete. */
function parseFrame(bytes: Buffer): { firstByte: number; text: string; end: number } | null {
  if (bytes.length < 8) return null;
  const shortLength = bytes.readUInt8(1) & 0x7f;
  const maskAt = shortLength < 126 ? 2 : 4;
  const length = shortLength < 126 ? shortLength : bytes.readUInt16BE(2);
  const end = maskAt + 4 + length;
  if (bytes.length < end) return null;
  const mask = bytes.subarray(maskAt, maskAt + 4);
  const text = bytes
    .subarray(maskAt + 4, end)
    .map((byte, index) => byte ^ mask.readUInt8(index % 4));
  return { firstByte: bytes.readUInt8(0), text: Buffer.from(text).toString(), end };
}
