import { serviceUrl } from './network-values.js';
import { identifier } from './values.js';
import { optionalVariable, variable, type Variable } from './variable.js';

const address = (name: string, fallback: string, meaning: string): Variable<string> =>
  variable(name, { schema: serviceUrl, fallback, meaning });

const clientId = (name: string, meaning: string): Variable<string | undefined> =>
  optionalVariable(name, { schema: identifier, fallbackText: 'unset = device link not offered', meaning });

/** Where the AI vendors are. Source: doc 3 section 10. */
export const AI_VARIABLES = {
  aiOpenaiUrl: address('AI_OPENAI_URL', 'https://api.openai.com/v1', 'Address of the OpenAI API.'),
  aiAnthropicUrl: address('AI_ANTHROPIC_URL', 'https://api.anthropic.com/v1', 'Address of the Anthropic API.'),
  aiGeminiUrl: address(
    'AI_GEMINI_URL',
    'https://generativelanguage.googleapis.com/v1beta',
    'Address of the Gemini API.',
  ),
  aiXaiUrl: address('AI_XAI_URL', 'https://api.x.ai/v1', 'Address of the xAI API.'),
  alphaAuthUrl: address('ALPHA_AUTH_URL', 'https://auth.openai.com', 'Address of the device link of OpenAI accounts.'),
  betaAuthUrl: address('BETA_AUTH_URL', 'https://auth.x.ai', 'Address of the device link of xAI accounts.'),
  alphaClientId: clientId('ALPHA_CLIENT_ID', 'Client id for the device link of OpenAI accounts.'),
  betaClientId: clientId('BETA_CLIENT_ID', 'Client id for the device link of xAI accounts.'),
} as const;
