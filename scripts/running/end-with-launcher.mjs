// Loaded into every program that the launcher starts. Standard input is a pipe from the launcher. When it closes, the
// launcher has exited, even by kill -9, and the program exits, too.
process.stdin.on('end', endOrderly);
process.stdin.on('error', endOrderly);
process.stdin.resume();
// The pipe must not keep the event loop alive.
if ('unref' in process.stdin && typeof process.stdin.unref === 'function') process.stdin.unref();

function endOrderly() {
  // Under "node --watch" the parent process would wait for a file change and restart the program.
  if (process.env['WATCH_REPORT_DEPENDENCIES']) process.kill(process.ppid, 'SIGTERM');
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 20_000).unref();
}
