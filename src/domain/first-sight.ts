/** A folder without a store, in which somebody runs the program without a command. */
export type FirstSight = {
  /** The store that could be made here. */
  readonly location: string
  /** Where a store was looked for. */
  readonly looked: string
  readonly isWritable: boolean
  readonly isRoot: boolean
  readonly isHome: boolean
  /** A person at a terminal, who can be asked; an agent would wait for ever. */
  readonly canAnswer: boolean
}

const examples = 'try Watchpost with `watchpost demo`, or list the commands with `watchpost --help`'

/** What to do about a missing store where nobody is asked; `null` where the person may be asked for one. */
export function adviceAt(sight: FirstSight): string | null {
  if (!sight.isWritable)
    return 'You cannot write to this folder. Run `watchpost init` in the folder of a project.'
  if (sight.isRoot)
    return 'You are root. `watchpost init` creates a store here that only root can open; run it as the user whose agents write mail.'
  if (sight.isHome)
    return 'This is your home folder. Run `watchpost init` in the folder of a project, or here for one store for everything below.'
  return sight.canAnswer ? null : `Create one with \`watchpost init\`, ${examples}.`
}

/** The advice to a person who wants no store here. */
export const adviceAfterNo = `To create one later, run \`watchpost init\`. Until then, ${examples}.`
