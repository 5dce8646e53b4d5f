import type { Driver } from './driver.ts'
import { openRoom, type Room } from './room.ts'
import type { Scene } from './scene.ts'

export type Outcome = {
  readonly scene: string
  readonly result: 'passed' | 'failed' | 'does not apply'
  readonly reason: string | null
}

export type Limits = {
  /** The longest that a scene may take, ms. */
  readonly scene: number
  /** When everything ends, as `Date.now()` has it. */
  readonly end: number
}

/** Plays a scene in a room of its own. What takes too long is ended with all that it started. */
export async function play(
  scene: Scene,
  {
    driver,
    program,
    records,
    limits,
  }: {
    readonly driver: Driver
    readonly program: string
    readonly records: string | null
    readonly limits: Limits
  },
  told: (room: Room) => void = () => {},
): Promise<Outcome> {
  const lacking = driver.lacks[scene.name]
  if (lacking !== undefined) return { scene: scene.name, result: 'does not apply', reason: lacking }
  const most = Math.min(limits.scene, limits.end - Date.now())
  if (most <= 0) return { scene: scene.name, result: 'failed', reason: 'no time was left for it' }
  const room = await openRoom(driver, program, records)
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, fail) => {
    const late = () => fail(new Error(`it did not end within ${Math.round(most / 1_000)} s`))
    timer = setTimeout(late, most)
  })
  try {
    await Promise.race([scene.play(room), tooLong])
    return { scene: scene.name, result: 'passed', reason: null }
  } catch (error) {
    told(room)
    return {
      scene: scene.name,
      result: 'failed',
      reason: error instanceof Error ? error.message : String(error),
    }
  } finally {
    clearTimeout(timer)
    // A program that still writes into its home folder spoils no other scene.
    await room.close().catch((error: Error) => console.error(error.message))
  }
}
