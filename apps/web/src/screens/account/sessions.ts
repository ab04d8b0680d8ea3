import { SessionsScreen } from './SessionsScreen.tsx';
import { unlessKeptElsewhere } from './KeptElsewhere.tsx';

export default unlessKeptElsewhere(SessionsScreen);
