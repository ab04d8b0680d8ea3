// Loaded into every program that the launcher starts: standard input is a pipe from the launcher,
// and when that closes, the launcher is gone, even by kill -9, and the program ends as well.
process.stdin.on('end', endOrderly);
process.stdin.on('error', endOrderly);
process.stdin.resume();
// The pipe must not keep a program alive that has nothing more to do.
if ('unref' in process.stdin && typeof process.stdin.unref === 'function') process.stdin.unref();

function endOrderly() {
  // Under "node --watch" the process above would wait for a change of a file and start us again.
  if (process.env['WATCH_REPORT_DEPENDENCIES']) process.kill(process.ppid, 'SIGTERM');
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 12_000).unref();
}
