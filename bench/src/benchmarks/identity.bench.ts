import type { Benchmark } from '../harness/benchmark.ts';
import { loginSizes } from '../login/login-sizes.ts';
import { renewalTimes } from '../login/renewal-times.ts';
import { tokenEndpoint } from '../login/token-endpoint.ts';

/** Everything about signing in, in one run, so that its figures can be compared with each other. */
const benchmark: Benchmark = {
  name: 'identity',
  long: true,
  async measure(run) {
    return [
      ...(await loginSizes(run)),
      ...(await tokenEndpoint(run)),
      ...(await renewalTimes(run)),
    ];
  },
};

export default benchmark;
