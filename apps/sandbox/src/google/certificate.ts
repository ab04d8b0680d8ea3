/** Self-signed certificates for RSA keys, in the form in which Google publishes its signing keys. */
import { randomBytes, sign, type KeyObject } from 'node:crypto';

const validityMs = 14 * 86_400_000;

function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Uint8Array.of(tag, ...size), body]);
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const identifier = (...bytes: number[]) => der(0x06, Uint8Array.from(bytes));
const utcTime = (ms: number) =>
  der(
    0x17,
    Buffer.from(
      new Date(ms)
        .toISOString()
        .replaceAll(/[-:T]|\.\d+/g, '')
        .slice(2),
    ),
  );

/** sha256WithRSAEncryption, with its empty parameters. */
const rsaWithSha256 = sequence(
  identifier(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b),
  der(0x05),
);
const commonNameOid = identifier(0x55, 0x04, 0x03);

/**
 * Returns the PEM text of a certificate that is valid for two weeks from one minute ago.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5280#section-4.1
 */
export function selfSignedCertificate(
  keys: { readonly privateKey: KeyObject; readonly publicKey: KeyObject },
  commonName: string,
): string {
  const name = sequence(der(0x31, sequence(commonNameOid, der(0x0c, Buffer.from(commonName)))));
  const from = Date.now() - 60_000;
  const content = sequence(
    der(0x02, Uint8Array.of(1, ...randomBytes(8))),
    rsaWithSha256,
    name,
    sequence(utcTime(from), utcTime(from + validityMs)),
    name,
    keys.publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(0x03, Uint8Array.of(0), sign('sha256', content, keys.privateKey));
  const text = Buffer.from(sequence(content, rsaWithSha256, signature)).toString('base64');
  const lines = text.match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
