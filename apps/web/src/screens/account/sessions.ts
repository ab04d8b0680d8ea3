import { SessionsScreen } from './SessionsScreen.tsx';
import { unlessKeptElsewhere } from './ExternalAccountNotice.tsx';

export default unlessKeptElsewhere(SessionsScreen);
