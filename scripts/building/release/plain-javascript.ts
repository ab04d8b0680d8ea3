import { stripTypeScriptTypes } from 'node:module';

/**
 * Removes the types of a source and refers to other sources by their new ending. Node runs no TypeScript below
 * `node_modules`, where npm installs the packed product.
 */
export function toJavaScript(source: string): string {
  return renameReferences(stripTypeScriptTypes(source));
}

/** Replaces the ending of every path to a TypeScript file that stands in a string of its own. */
export function renameReferences(text: string): string {
  return text.replace(/(['"])([\w#@./*-]+)\.ts\1/g, '$1$2.js$1');
}
