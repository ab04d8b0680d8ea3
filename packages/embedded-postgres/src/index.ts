export { findBinaries } from './binaries.ts';
export { clusterFolders, passwordFilePath } from './cluster.ts';
export { EmbeddedPostgresError, freeDiskBytes } from './failure.ts';
export { recoverCluster, RecoveryError } from './recovery.ts';
export { pidsInFolder } from './server-process.ts';
export { startEmbeddedPostgres, type EmbeddedPostgres } from './supervisor.ts';
export { syncFolder } from './upgrade-folders.ts';
