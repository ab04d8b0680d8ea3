/**
 * Parameter of the authorization request: the id of the reporting tool that sent the seller. The login area shows the
 * name that is configured for it; an unknown id has no effect.
 */
export const reportingToolParameter = 'reporting_tool';
