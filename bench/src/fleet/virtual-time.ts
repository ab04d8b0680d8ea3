/** A process in virtual time. It yields how many milliseconds it waits. */
export type VirtualProcess = Generator<number, void, void>;

/** Runs processes in the order of their virtual times. Nothing waits for the clock of the machine. */
export class VirtualTime {
  /** Milliseconds since the epoch. */
  now: number;
  readonly #times: number[] = [];
  readonly #processes: VirtualProcess[] = [];

  constructor(now: number) {
    this.now = now;
  }

  /** Starts a process after a delay. */
  start(process: VirtualProcess, delayMs = 0): void {
    this.#push(this.now + delayMs, process);
  }

  /** Runs until the instant is reached. */
  runUntil(endsAt: number): void {
    for (;;) {
      const [at] = this.#times;
      if (at === undefined || at > endsAt) break;
      const process = this.#pop();
      this.now = at;
      const { done, value } = process.next();
      if (!done) this.#push(at + value, process);
    }
    this.now = endsAt;
  }

  // A binary heap in two arrays: objects of both would be garbage a million times a second.
  #push(at: number, process: VirtualProcess): void {
    const [times, processes] = [this.#times, this.#processes];
    let index = times.length;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const parentAt = times[parent] ?? 0;
      if (parentAt <= at) break;
      times[index] = parentAt;
      move(processes, parent, index);
      index = parent;
    }
    times[index] = at;
    processes[index] = process;
  }

  #pop(): VirtualProcess {
    const [times, processes] = [this.#times, this.#processes];
    const [first] = processes;
    const lastAt = times.pop();
    const last = processes.pop();
    if (!first || !last || lastAt === undefined) throw new Error('Nothing is left to run');
    const { length } = times;
    if (length === 0) return first;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= length) break;
      if (child + 1 < length && (times[child + 1] ?? 0) < (times[child] ?? 0)) child += 1;
      const childAt = times[child] ?? 0;
      if (childAt >= lastAt) break;
      times[index] = childAt;
      move(processes, child, index);
      index = child;
    }
    times[index] = lastAt;
    processes[index] = last;
    return first;
  }
}

function move(processes: VirtualProcess[], from: number, to: number): void {
  const process = processes[from];
  if (process) processes[to] = process;
}
