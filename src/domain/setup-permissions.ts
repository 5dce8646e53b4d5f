import type { Tool } from './setup-tools.ts'

/** Those of which we know how they let their model use the safe commands without a question. */
export const permitting: readonly Tool[] = ['claude', 'codex', 'gemini', 'qwen', 'opencode']
