export * from './colour.ts';
