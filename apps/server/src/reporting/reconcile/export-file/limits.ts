/** The most rows of orders that are read of a file. */
export const maxFileRows = 200_000;
/** A spreadsheet's cell holds no more. */
export const maxCellCharacters = 32_767;
/** All cells of a row together. */
export const maxRowCharacters = 200_000;
/** All cells of a file together, each counted with one more than its characters. */
export const maxFileCharacters = 128 * 1024 * 1024;

/** All parts of a workbook together, unpacked: what it may claim, and what it may give. */
export const maxUnpackedBytes = 256 * 1024 * 1024;
export const maxZipEntries = 2000;
export const maxSheets = 255;
export const maxColumns = 400;
/** Texts that a workbook keeps apart from its sheets. */
export const maxSharedStrings = 1_000_000;
export const maxSharedCharacters = 64 * 1024 * 1024;
/** XML between two tags, and elements within each other: no workbook comes near, and a parser keeps both in memory. */
export const maxBytesBetweenTags = 1024 * 1024;
export const maxElementDepth = 100;

/** Of one worker thread that reads a file. */
export const maxReadSeconds = 60;
export const maxReadMegabytes = 512;
