/** Measures the benchmark that is named, as a program of its own, and sends its figures to the one that started it. */
import { loadBenchmarks } from '../benchmarks/index.ts';
import { startProduct } from '../../../e2e/src/product.ts';
import { withDatabase } from './database.ts';

const benchmark = (await loadBenchmarks()).find(({ name }) => name === process.argv[2]);
if (!benchmark) throw new Error(`There is no benchmark ${process.argv[2]}`);
const figures = await benchmark.measure({ isShort: false, withDatabase, startProduct });
process.send?.(figures, () => process.disconnect());
