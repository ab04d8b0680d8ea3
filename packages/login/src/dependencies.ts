import type { LoginEvents } from './api.ts';
import type { Settings } from './config.ts';
import type { Emitter } from './emitter.ts';
import type { LoginStates } from './protocol/loginState.ts';
import type { Provider } from './protocol/provider.ts';
import type { Renewal } from './renewal/renewal.ts';
import type { UserStore } from './session/userStore.ts';
import type { UserInfoCalls } from './session/userInfo.ts';

/** The parts of a login instance. */
export interface LoginDependencies {
  readonly settings: Settings;
  readonly provider: Provider;
  readonly users: UserStore;
  readonly states: LoginStates;
  readonly renewal: Renewal;
  readonly userInfo: UserInfoCalls;
  readonly events: Emitter<LoginEvents>;
}

/** Creates the monitor of a login instance. */
export type Monitor = (dependencies: LoginDependencies) => {
  readonly start: () => void;
  readonly stop: () => void;
};
