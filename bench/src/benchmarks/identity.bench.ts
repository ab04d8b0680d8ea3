import type { Benchmark } from '../harness/benchmark.ts';
import { loginSizes } from '../login/login-sizes.ts';
import { renewalTimes } from '../login/renewal-times.ts';
import { tokenEndpoint } from '../login/token-endpoint.ts';

/** Runs all login measurements in one run, so that their results are comparable. */
const benchmark: Benchmark = {
  async measure(run) {
    return [
      ...(await loginSizes(run)),
      ...(await tokenEndpoint(run)),
      ...(await renewalTimes(run)),
    ];
  },
};

export default benchmark;
