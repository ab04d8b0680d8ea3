/** Why a command cannot continue, in one sentence for the user. */
export class SetupFailure extends Error {
  /** @override */
  name = 'SetupFailure';
}

/**
 * Returns the sentence for a known error of the file system, or undefined.
 * @param {string} text output of the system or of npm
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
