import { type Calling, defaultAgent } from './commands.ts'

const call = { command: 'watchpost', args: ['mcp'] }

/** The server that a team shares: each member's own settings name the agent. */
export const sharedServer = {
  ...call,
  env: Object.fromEntries([defaultAgent, 'WATCHPOST_STORE'].map((name) => [name, `\${${name}:-}`])),
}

/** Codex gives a server only the variables that are named. With these the server acts as the agent that the hooks act as. */
export const codexServer = {
  ...call,
  env_vars: ['WATCHPOST_AGENT', ...Object.keys(sharedServer.env)],
}

/**
 * opencode hands a server all variables that it has itself, and its plugin puts the person's among them. To name them here would
 * empty those that are set later.
 */
export const opencodeServer = { type: 'local', command: [call.command, ...call.args] }

/** How this person's machine runs the program, in words that no shell reads. */
export function wordsOf({
  program,
  store,
}: Pick<Calling, 'program' | 'store'>): readonly [string, ...string[]] {
  const bare = program.startsWith("'") ? program.slice(1, -1).replaceAll(`'\\''`, "'") : program
  return [bare, ...(store === null ? [] : ['--store', store])]
}
