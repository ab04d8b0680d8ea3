import S3rver from '@20minutes/s3rver';
import type { BucketLocation } from '../../config/backup-settings.ts';

/** A server of an S3-compatible storage with the bucket `backups`, kept in a folder. */
export async function startBucketServer(
  directory: string,
): Promise<{ location: Omit<BucketLocation, 'prefix'>; stop(): Promise<void> }> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory,
    silent: true,
    configureBuckets: [{ name: 'backups', configs: [] }],
  });
  const { port } = await server.run();
  return {
    location: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'backups',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    stop: () => server.close(),
  };
}
