/** An administrator has said which media types are to be hidden while nothing that serves them is configured. */
export class DiscoveryVisibilityChanged {}
