/** Coding agents that `setup` knows, by the word that it takes. */
export const codingAgents = [
  ...(['claude', 'codex', 'gemini', 'qwen', 'opencode'] as const),
  ...(['copilot', 'cursor', 'kimi', 'pi'] as const),
] as const
export type CodingAgent = (typeof codingAgents)[number]

export const setupTools = [...codingAgents, 'tmux', 'git'] as const
export type Tool = (typeof setupTools)[number]

export function isCodingAgent(tool: Tool): tool is CodingAgent {
  return (codingAgents as readonly Tool[]).includes(tool)
}

/** Those of which we know how they let their model use the safe commands without a question. */
export const permitting: readonly Tool[] = ['claude', 'codex', 'gemini', 'qwen', 'opencode']
