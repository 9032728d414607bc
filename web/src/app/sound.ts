/** Sounds, synthesized: a move, a capture, a refusal, begin and end of a game, the last seconds of a clock. */

export type Sound = "move" | "capture" | "refused" | "end" | "tick" | "begin";

const NOTES: Record<Sound, { pitches: number[]; length: number; kind: OscillatorType; loud: number }> = {
  move: { pitches: [320], length: 0.07, kind: "triangle", loud: 0.25 },
  capture: { pitches: [240, 150], length: 0.11, kind: "triangle", loud: 0.3 },
  refused: { pitches: [180, 160], length: 0.08, kind: "sine", loud: 0.2 },
  tick: { pitches: [880], length: 0.04, kind: "sine", loud: 0.12 },
  begin: { pitches: [523, 659, 784], length: 0.18, kind: "sine", loud: 0.2 },
  end: { pitches: [392, 494, 587], length: 0.22, kind: "sine", loud: 0.18 },
};

let context: AudioContext | null = null;

const USUAL = 70; // percent, at which the notes are as loud as written

/** Play a sound at a volume in percent. */
export function play(sound: Sound, volume = USUAL): void {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume(); // browsers wait for the first touch
  const { pitches, length, kind, loud } = NOTES[sound];
  pitches.forEach((pitch, index) => ring(pitch, index * length * 0.7, length, kind, (loud * volume) / USUAL));
}

function ring(pitch: number, wait: number, length: number, kind: OscillatorType, loud: number): void {
  if (!context || loud === 0) return; // an exponential ramp cannot begin at nothing
  const begin = context.currentTime + wait;
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  tone.type = kind;
  tone.frequency.setValueAtTime(pitch * 1.4, begin);
  tone.frequency.exponentialRampToValueAtTime(pitch, begin + 0.02);
  volume.gain.setValueAtTime(loud, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + length);
  tone.connect(volume).connect(context.destination);
  tone.start(begin);
  tone.stop(begin + length);
}
