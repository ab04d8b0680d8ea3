import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Certificate } from './web-server.ts';

const der = (tag: number, ...parts: Uint8Array[]): Uint8Array => {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length];
  return Buffer.concat([Uint8Array.from([tag, ...size]), body]);
};
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const bits = (bytes: Uint8Array) => der(0x03, Uint8Array.from([0]), bytes);
const time = (date: Date) =>
  der(0x17, Buffer.from(`${date.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`));

const commonName = der(0x06, Uint8Array.from([0x55, 0x04, 0x03]));
const ecdsaWithSha256 = sequence(
  der(0x06, Uint8Array.from([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02])),
);

/** Creates a self-signed certificate for a day (RFC 5280, version 1). The browser must ignore certificate errors. */
export function selfSigned(host: string): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(host)))));
  const from = Date.now() - 60_000;
  const content = sequence(
    der(0x02, Uint8Array.from([1, ...randomBytes(8)])),
    ecdsaWithSha256,
    name,
    sequence(time(new Date(from)), time(new Date(from + 86_400_000))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const whole = sequence(content, ecdsaWithSha256, bits(sign('sha256', content, privateKey)));
  const lines =
    Buffer.from(whole)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}
