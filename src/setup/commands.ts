/** How the shell calls this program, and for whom. */
export type Calling = {
  /** A word of the shell: `watchpost`, or the path of the program, quoted where it must be. */
  readonly program: string
  /** The store, where it is not the one that is found from the folder. */
  readonly store: string | null
  readonly agent: string | null
  /** The folder of signal files, and the agent's. */
  readonly signals: string
  readonly signal: string | null
}

/** A word for the shell, as it is. */
export function quoted(text: string): string {
  return /^[\w./@%+=:,-]+$/u.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

export function callOf({ program, store }: Calling, words: string): string {
  return `${program} ${store === null ? '' : `--store ${quoted(store)} `}${words}`
}

/** What a coding agent's hook runs. Guarded, it ends at once while no mail waits, without starting a program. */
export function hookCommand(calling: Calling, guarded: boolean): string {
  const { agent } = calling
  const call = callOf(calling, 'hook')
  const work = agent === null ? `exec ${call}` : `exec env WATCHPOST_AGENT=${quoted(agent)} ${call}`
  return guarded ? `${guardOf(calling)}; ${work}` : work
}

/**
 * One agent's file is known: not there is as good as empty. Where the environment names the agent, a name that is not
 * its own file's, or has no file yet, is left to the program.
 */
function guardOf({ signal, signals }: Calling): string {
  if (signal !== null) return `[ -s ${quoted(signal)} ] || exit 0`
  const file = `${quoted(signals)}/"$WATCHPOST_AGENT"`
  return `case "$WATCHPOST_AGENT" in ''|*[!A-Za-z0-9_.-]*) ;; *) [ -e ${file} ] && [ ! -s ${file} ] && exit 0 ;; esac`
}
