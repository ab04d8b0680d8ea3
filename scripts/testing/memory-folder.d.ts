/**
 * Returns a folder in memory for what the tests of this process write; undefined if the machine has none with room.
 * The copy of a database, of two thousand small files, takes a fifth of the processor time there.
 */
export declare function memoryFolder(): string | undefined;
