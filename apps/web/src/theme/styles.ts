// In this order: measures and colours, then what every page starts from, then the face of the type.
import '@seller-connect/ui/tokens.css';
import '@seller-connect/ui/base.css';
import './fonts.css';
