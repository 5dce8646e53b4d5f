const minute = 60_000

/** Milliseconds until an address may call again; 0 for now. */
export type RateLimit = (address: string) => number

/** A bucket for each address, which fills evenly. */
export function openRateLimit(perMinute: number, now: () => number): RateLimit {
  const buckets = new Map<string, { left: number; at: number }>()
  return (address) => {
    if (buckets.size > 10_000) buckets.clear()
    const at = now()
    const bucket = buckets.get(address) ?? { left: perMinute, at }
    const left = Math.min(perMinute, bucket.left + (Math.max(0, at - bucket.at) * perMinute) / minute)
    buckets.set(address, { left: left >= 1 ? left - 1 : left, at })
    return left >= 1 ? 0 : Math.ceil(((1 - left) * minute) / perMinute)
  }
}
