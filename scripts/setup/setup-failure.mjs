/** A reason for which a command cannot go on, in one sentence for the person who typed it. */
export class SetupFailure extends Error {
  /** @override */
  name = 'SetupFailure';
}

/**
 * The sentence for an error of the file system, or undefined when it is none of the known ones.
 * @param {string} text what the system, or npm, said
 * @param {string} folder
 * @returns {string | undefined}
 */
export function explain(text, folder) {
  if (/ENOSPC|EDQUOT|no space left on device/i.test(text)) {
    return `The disk that holds ${folder} is full: free some space, then run the command again.`;
  }
  if (/EROFS|read-only file system/i.test(text)) {
    return `${folder} is on a read-only disk: copy the project to a writable folder.`;
  }
  if (/EACCES|EPERM|permission denied|operation not permitted/i.test(text)) {
    return `This user may not write in ${folder}: give it permission, or run the command as the owner of that folder.`;
  }
  return undefined;
}
