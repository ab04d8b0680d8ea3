import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { SaxesParser } from 'saxes';
import { backoffMs } from '../../poll.ts';
import type { BucketLocation } from '../../config/backup-settings.ts';
import { BackupError, type BackupStorage } from './backup-storage.ts';

/** Long enough for one object of a backup over a slow line. */
const callTimeoutMs = 120_000;
const maxTries = 5;
const defaultRetryDelay = { firstMs: 500, maxMs: 10_000 };

/**
 * Opens a bucket of an S3-compatible storage.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html
 */
export function openBucket(
  location: BucketLocation,
  retryDelay = defaultRetryDelay,
): BackupStorage {
  const { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey } = location;
  const signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  const bucketUrl = `${endpoint}/${bucket}`;
  const urlOf = (object: string) =>
    `${bucketUrl}/${`${prefix}${object}`.split('/').map(encodeURIComponent).join('/')}`;
  const name = `s3://${bucket}/${prefix}`.replace(/\/$/, '');

  /** Calls the storage, and again after a failure of the network or of the storage. */
  async function call(url: string, method: string, body?: Uint8Array): Promise<Response> {
    for (let tries = 1; ; tries += 1) {
      const answer = await callOnce(url, method, body).catch((error: unknown) =>
        error instanceof Error ? error : new Error(String(error)),
      );
      const mayRecover = answer instanceof Error || answer.status === 429 || answer.status >= 500;
      if (!mayRecover) return answer;
      if (tries >= maxTries) {
        const reason =
          answer instanceof Error ? reasonOf(answer) : `it answered with status ${answer.status}`;
        throw new BackupError(`The storage ${name} cannot be used: ${reason}.`, {
          ...(answer instanceof Error && { cause: answer }),
        });
      }
      await delay(backoffMs(tries, retryDelay, Math.random));
    }
  }

  async function callOnce(url: string, method: string, body?: Uint8Array): Promise<Response> {
    const request = await signer.sign(url, {
      method,
      headers: {
        'x-amz-content-sha256': hash('sha256', body ?? '', 'hex'),
      },
      ...(body && { body: new Uint8Array(body) }),
    });
    const answer = await fetch(request, {
      redirect: 'error',
      signal: AbortSignal.timeout(callTimeoutMs),
    });
    // Read within the timeout, so that a stalled answer counts as a failure.
    return new Response(answer.status === 204 ? null : await answer.arrayBuffer(), {
      status: answer.status,
    });
  }

  async function refuse(answer: Response, what: string): Promise<never> {
    const code = /<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1] ?? `status ${answer.status}`;
    throw new BackupError(`The storage ${name} does not let us ${what}: ${code}.`);
  }

  return {
    name,
    async write(object, bytes) {
      const answer = await call(urlOf(object), 'PUT', bytes);
      if (!answer.ok) await refuse(answer, `write ${object}`);
    },
    async read(object) {
      const answer = await call(urlOf(object), 'GET');
      if (answer.status === 404) throw new BackupError(`${object} is missing in ${name}.`);
      if (!answer.ok) await refuse(answer, `read ${object}`);
      return Buffer.from(await answer.arrayBuffer());
    },
    async list(within) {
      const names: string[] = [];
      for (let after = ''; ;) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: `${prefix}${within}` });
        if (after !== '') query.set('start-after', after);
        const answer = await call(`${bucketUrl}?${query.toString()}`, 'GET');
        if (!answer.ok) await refuse(answer, 'list what is there');
        const { keys, isTruncated } = parseListing(await answer.text());
        names.push(...keys.map((key) => key.slice(prefix.length)));
        after = keys.at(-1) ?? '';
        if (!isTruncated || after === '') return names;
      }
    },
    async delete(object) {
      const answer = await call(urlOf(object), 'DELETE');
      if (!answer.ok && answer.status !== 404) await refuse(answer, `delete ${object}`);
    },
  };
}

function reasonOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/** Reads a `ListBucketResult`, whose keys are sorted. */
function parseListing(xml: string): { keys: string[]; isTruncated: boolean } {
  const keys: string[] = [];
  let isTruncated = false;
  let text = '';
  const parser = new SaxesParser();
  parser.on('opentag', () => (text = ''));
  parser.on('text', (part) => (text += part));
  parser.on('closetag', ({ name }) => {
    if (name === 'Key') keys.push(text);
    if (name === 'IsTruncated') isTruncated = text === 'true';
    text = '';
  });
  parser.write(xml).close();
  return { keys, isTruncated };
}
