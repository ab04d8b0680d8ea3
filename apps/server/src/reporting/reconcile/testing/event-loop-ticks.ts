/**
 * Measures the CPU time that this thread uses in each iteration of its event loop, in milliseconds. Wall-clock delays
 * would depend on the load of the machine.
 */
export function watchTicks(): () => number[] {
  const ticks: number[] = [];
  let last = process.threadCpuUsage();
  const timer = setInterval(() => {
    const used = process.threadCpuUsage(last);
    last = process.threadCpuUsage();
    ticks.push((used.user + used.system) / 1000);
  }, 5);
  return () => {
    clearInterval(timer);
    return ticks.toSorted((a, b) => a - b);
  };
}
