// Loaded into a program under test: each line of its standard input sets its clock.
const MachineDate = Date;

process.stdin.on('data', (line: Buffer) => setClock(Number(line)));

/** Sets `Date` of this process ahead of the machine's clock, or behind it if negative. */
function setClock(aheadMs: number): void {
  const now = () => MachineDate.now() + aheadMs;
  globalThis.Date = new Proxy(MachineDate, {
    construct: (target, given) =>
      given.length === 0 ? new target(now()) : Reflect.construct(target, given),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
