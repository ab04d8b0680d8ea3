/** Why a backup cannot be made, read or restored, in one sentence that an operator can act on. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** A place for backups. Names of objects are paths with slashes. */
export interface BackupStorage {
  /** The place as an operator knows it. */
  readonly name: string;
  /** Resolves once the object is stored completely. */
  write(object: string, bytes: Uint8Array): Promise<void>;
  /** @throws BackupError if there is no such object */
  read(object: string): Promise<Buffer>;
  /** Returns the names of all objects that begin with `prefix`. */
  list(prefix: string): Promise<string[]>;
  /** Deletes the object, if it exists. */
  delete(object: string): Promise<void>;
}
