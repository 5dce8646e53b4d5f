/** Processes of this machine, by names that stay theirs. */
export type ProcessDriver = {
  /** True only where it is certain: a process of this machine that has ended. */
  hasEnded(name: string): Promise<boolean>
  /** True only where it is certain: the same process as when it was named. */
  isAlive(name: string): Promise<boolean>
  /** The process that runs this. */
  own(): Promise<string>
  /** The process of the coding agent that this command runs in; `null` where there is none, or it is not known. */
  harness(): Promise<string | null>
  /** Its name, where the environment or a process says it. */
  harnessName(): Promise<string | null>
  /** The name of the coding agent that a process of this machine is; `null` where it is none, or that is not certain. */
  harnessOf(name: string): Promise<string | null>
}
