/** Runs the benchmark that the first argument names in a process of its own, and sends its results to the parent. */
import { loadBenchmarks } from '../benchmarks/index.ts';
import { startProduct } from '../../../e2e/src/product.ts';
import { withDatabase } from './database.ts';

const benchmark = (await loadBenchmarks()).find(({ name }) => name === process.argv[2]);
if (!benchmark) throw new Error(`There is no benchmark ${process.argv[2]}`);
const results = await benchmark.measure({ isShort: false, withDatabase, startProduct });
process.send?.(results, () => process.disconnect());
