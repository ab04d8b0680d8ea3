/** Order rows per file. */
export const maxFileRows = 200_000;
/** Headings are expected in one of the first rows. */
export const maxHeadingRows = 20;
/** A spreadsheet's own limit. */
export const maxCellCharacters = 32_767;
/** Total of a row's cells. */
export const maxRowCharacters = 200_000;
/** Total of a file's cells, each counted with its characters plus one. */
export const maxFileCharacters = 128 * 1024 * 1024;

/** Total unpacked size of a workbook, both as declared by the archive and as read. */
export const maxUnpackedBytes = 256 * 1024 * 1024;
export const maxZipEntries = 2000;
export const maxSheets = 255;
export const maxColumns = 400;
/** Shared strings of a workbook, which are stored separately from its sheets. */
export const maxSharedStrings = 1_000_000;
export const maxSharedCharacters = 64 * 1024 * 1024;
/** XML between two tags, and element depth. Real workbooks stay far below; the parser keeps both in memory. */
export const maxBytesBetweenTags = 1024 * 1024;
export const maxElementDepth = 100;

/** Limits of a worker thread that parses one file. */
export const maxReadSeconds = 60;
export const maxReadMegabytes = 512;
