import './sign-in/styles.ts';
