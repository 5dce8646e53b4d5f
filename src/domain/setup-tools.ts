/** Coding agents that `setup` knows, by the word that it takes. */
export const codingAgents = [
  'claude',
  'codex',
  'gemini',
  'qwen',
  'opencode',
  'copilot',
  'cursor',
  'kimi',
  'pi',
] as const
export type CodingAgent = (typeof codingAgents)[number]

export const setupTools = [...codingAgents, 'tmux', 'git'] as const
export type Tool = (typeof setupTools)[number]
