import { describe, expect, it } from 'vitest';
import { backupTime, newBackupId } from './manifest.ts';
import { outdatedBackups } from './retention.ts';
import { isBackupDue } from './scheduled-backups.ts';

const now = new Date('2026-11-26T03:23:00Z');
const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const idBefore = (hours: number) => newBackupId(before(hours), 'abc123');

it('encodes the time of a backup in its id', () => {
  expect(newBackupId(now, 'abc123')).toBe('2026-11-26T03-23-00Z-abc123');
  expect(backupTime('2026-11-26T03-23-00Z-abc123')).toEqual(now);
});

describe('a backup is due', () => {
  it.each([
    [null, true],
    [before(25), true],
    // Backups keep their time of day although each begins some minutes after it was due.
    [before(23.9), true],
    [before(23), false],
    [before(0), false],
  ])('after %s: %s', (newest, isDue) => {
    expect(isBackupDue(newest, 24, now)).toBe(isDue);
  });
});

describe('retention', () => {
  const day = 24;

  it('deletes older backups, and keeps the newest however old it is', () => {
    const [old, older] = [idBefore(31 * day), idBefore(40 * day)];
    const recent = idBefore(29 * day);
    expect(outdatedBackups({ complete: [older, old, recent], unfinished: [] }, 30, now)).toEqual([
      older,
      old,
    ]);
    expect(outdatedBackups({ complete: [older, old], unfinished: [] }, 30, now)).toEqual([older]);
    expect(outdatedBackups({ complete: [older, old], unfinished: [] }, 0, now)).toEqual([]);
  });

  it('deletes interrupted backups, and not those that may be running', () => {
    const [interrupted, running] = [idBefore(25), idBefore(2)];
    expect(outdatedBackups({ complete: [], unfinished: [interrupted, running] }, 30, now)).toEqual([
      interrupted,
    ]);
  });
});
