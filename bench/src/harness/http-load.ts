import { Agent, get } from 'node:http';

/** Runs in a process of its own, so that the client does not share the event loop of the measured server. */
const [address = '', token = '', seconds = '2', connections = '16'] = process.argv.slice(2);

const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });
const headers = token === '' ? {} : { authorization: `Bearer ${token}` };
const endsAt = performance.now() + Number(seconds) * 1000;
let responses = 0;

function sendRequest(): Promise<void> {
  return new Promise((done, fail) => {
    get(address, { agent, headers }, (response) => {
      if (response.statusCode !== 200) fail(new Error(`answered ${response.statusCode}`));
      response.on('data', () => undefined);
      response.on('end', done);
    }).on('error', fail);
  });
}

async function sendRequests(): Promise<void> {
  while (performance.now() < endsAt) {
    await sendRequest();
    responses += 1;
  }
}

const startedAt = performance.now();
await Promise.all(Array.from({ length: Number(connections) }, sendRequests));
process.stdout.write(String(responses / ((performance.now() - startedAt) / 1000)));
agent.destroy();
