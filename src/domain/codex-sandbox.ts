import { accessHint, isMailError, MailError } from './errors.ts'

/** Codex sets these for commands in its sandbox. */
const variables = /^CODEX_(?:SANDBOX|PERMISSION_PROFILE)/u

export function isInCodexSandbox(names: readonly string[]): boolean {
  return names.some((name) => variables.test(name))
}

const hint =
  "Codex's sandbox may shut the store. Use the tools of watchpost (MCP), which run outside of it; or its person adds the store's folder to `writable_roots` under `[sandbox_workspace_write]` in ~/.codex/config.toml."

/** An error in the sandbox: what looks like missing permissions is most likely the sandbox. */
export function explainedInSandbox(error: unknown): unknown {
  const isAccess = isMailError(error) && error.code === 'not-allowed' && error.hint === accessHint
  return isAccess ? new MailError(error.code, error.message, hint) : error
}
