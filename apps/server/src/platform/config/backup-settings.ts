import { isAbsolute, resolve } from 'node:path';
import type { Static } from 'typebox';
import { ConfigurationError, type Environment } from './environment.ts';

/** A bucket of an S3-compatible storage. */
export interface BucketLocation {
  /** Base URL of the storage, without the bucket. */
  endpoint: string;
  bucket: string;
  /** Begins the names of all objects; empty, or ends with a slash. */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** How backups are stored, and when the worker makes and deletes them. */
export interface BackupSettings {
  location: { folder: string } | BucketLocation;
  passphrase: string;
  /** 0 makes no backups by itself. */
  intervalHours: number;
  /** 0 keeps all. */
  retentionDays: number;
  /** Seconds of changes that may be lost with the machine; 0 without an archive of the log. */
  logSeconds: number;
}

type Settings = Pick<
  Static<typeof Environment>,
  | 'BACKUP_LOCATION'
  | 'BACKUP_PASSPHRASE'
  | 'BACKUP_INTERVAL_HOURS'
  | 'BACKUP_RETENTION_DAYS'
  | 'BACKUP_LOG_SECONDS'
  | 'DATABASE_URL'
  | 'BACKUP_S3_ENDPOINT'
  | 'BACKUP_S3_REGION'
  | 'BACKUP_S3_ACCESS_KEY_ID'
  | 'BACKUP_S3_SECRET_ACCESS_KEY'
>;

/** @throws ConfigurationError if the location is malformed, or needs further settings */
export function readBackupSettings(settings: Settings): BackupSettings | null {
  const {
    BACKUP_LOCATION: location,
    BACKUP_PASSPHRASE: passphrase,
    BACKUP_LOG_SECONDS: logSeconds,
  } = settings;
  if (logSeconds > 0 && settings.DATABASE_URL !== undefined) {
    throw new ConfigurationError(
      'BACKUP_LOG_SECONDS is for the embedded database: archive the log of DATABASE_URL with the tools of its server.',
    );
  }
  if (logSeconds > 0 && location === undefined) {
    throw new ConfigurationError('BACKUP_LOG_SECONDS needs BACKUP_LOCATION.');
  }
  if (location === undefined) return null;
  if (passphrase === undefined) {
    throw new ConfigurationError(
      'BACKUP_LOCATION needs BACKUP_PASSPHRASE, because backups are encrypted.',
    );
  }
  return {
    location: location.startsWith('s3:')
      ? readBucket(location, settings)
      : { folder: isAbsolute(location) ? location : resolve(location) },
    passphrase,
    intervalHours: settings.BACKUP_INTERVAL_HOURS,
    retentionDays: settings.BACKUP_RETENTION_DAYS,
    logSeconds,
  };
}

function readBucket(location: string, settings: Settings): BucketLocation {
  const [, bucket, path] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w.-]+)*)\/?$/.exec(location) ?? [];
  if (bucket === undefined) {
    throw new ConfigurationError(
      'BACKUP_LOCATION must be a folder, or such as s3://bucket/prefix.',
    );
  }
  const {
    BACKUP_S3_REGION: region,
    BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = settings;
  const endpoint = settings.BACKUP_S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`;
  if (!URL.canParse(endpoint) || !/^https?:\/\//.test(endpoint)) {
    throw new ConfigurationError(
      'BACKUP_S3_ENDPOINT must be an address such as https://storage.example.com.',
    );
  }
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new ConfigurationError(
      'A bucket as BACKUP_LOCATION needs BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY.',
    );
  }
  return {
    endpoint: endpoint.replace(/\/+$/, ''),
    bucket,
    prefix: path ? `${path.slice(1)}/` : '',
    region,
    accessKeyId,
    secretAccessKey,
  };
}

/** What is left of `logSeconds` for storing a segment of the log after the server has finished it. */
const shippingSeconds = 5;

/** Returns after how many seconds the server finishes a segment of its log; 0 without an archive. */
export function walTimeoutSeconds(settings: BackupSettings | null): number {
  return settings === null || settings.logSeconds === 0 ? 0 : settings.logSeconds - shippingSeconds;
}
