import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { isSameVersion, ServiceTime } from "../../../../src/appFiles/read/serviceTime";

const start = Date.UTC(2026, 0, 1);
const cut = (time: number) => Math.floor(time / 1_000) * 1_000;
const file = (modifiedAt: number) => ({ modifiedAt });

describe("ServiceTime", () => {
  it("treats no version as certain before the first Date header", () => {
    assert.equal(new ServiceTime().isCertain(file(1), 1_000_000), false);
  });

  for (const aheadMs of [-3_600_000, 0, 3_600_000]) {
    it(`tells a file of this tick from an older one when the service's clock is ${aheadMs / 60_000} minutes off`, () => {
      const time = new ServiceTime();
      // Requested 400 ms past a second, answered 50 ms later; the header is cut to the second.
      const sentAt = 5_000_400;
      const serviceNow = start + 400 + aheadMs;
      time.saw(cut(serviceNow + 25), sentAt, sentAt + 50);
      // Whole seconds: another change in the second of the request is possible.
      assert.equal(time.isCertain(file(cut(serviceNow)), sentAt), false);
      assert.equal(time.isCertain(file(cut(serviceNow) - 2_000), sentAt), true);
      // Milliseconds: as far as the header can tell.
      assert.equal(time.isCertain(file(serviceNow + 1), sentAt), false);
      assert.equal(time.isCertain(file(serviceNow - 1_001), sentAt), true);
      // Requested some seconds later, the same file is certain.
      assert.equal(time.isCertain(file(cut(serviceNow)), sentAt + 2_000), true);
    });
  }

  it("measures by own uploads how far times are behind, and trusts none that never change", () => {
    const time = new ServiceTime();
    time.saw(start, 1_000, 1_000);
    assert.equal(time.isCertain(file(start - 2_500), 1_000), true);
    time.stored(file(start - 2_995), 1_005, 1_010);
    assert.equal(time.isCertain(file(start - 2_500), 1_000), false);
    // They may be constant until another own upload gets another time.
    assert.equal(time.isCertain(file(start - 4_500), 90_000), false);
    time.stored(file(start - 1_995), 2_005, 2_010);
    assert.equal(time.isCertain(file(start - 4_500), 1_000), true);
    // A shorter request gives closer bounds.
    time.stored(file(start + 1_005), 4_000, 4_005);
    assert.equal(time.isCertain(file(start + 1_001), 6_000), true);
    time.stored(file(start - 86_400_000), 7_000, 7_001);
    assert.equal(time.isCertain(file(start - 86_400_000), 90_000_000), false);
  });

  it("trusts no version while own uploads a short time after the constant time get it", () => {
    const time = new ServiceTime();
    time.saw(start, 1_000, 1_000);
    time.stored(file(start - 20_000), 1_005, 1_010);
    time.stored(file(start - 20_000), 4_005, 4_010);
    assert.equal(time.isCertain(file(start - 20_000), 90_000), false);
    time.stored(file(start + 6_005), 7_005, 7_010);
    assert.equal(time.isCertain(file(start + 6_005), 90_000), true);
  });

  it("never treats a version in the service's future as certain", () => {
    const time = new ServiceTime();
    time.saw(start, 1_000, 1_050);
    assert.equal(time.isCertain(file(start + 60_000), 1_050), false);
  });

  it("knows the service's clock better with each response", () => {
    const time = new ServiceTime();
    time.saw(start, 10_000, 10_900);
    assert.equal(time.isCertain(file(start + 1), 10_900), false);
    // The second has just begun: closer bounds.
    time.saw(start + 2_000, 11_999, 12_001);
    assert.equal(time.isCertain(file(start + 1), 10_900), true);
  });

  it("recognizes a file that was certainly written after a moment, but not after the clock was set", () => {
    const time = new ServiceTime();
    assert.equal(time.isAfter(file(start + 60_000), 1_000), false);
    time.saw(start, 1_000, 1_050);
    assert.equal(time.isAfter(file(start + 900), 1_000), false);
    assert.equal(time.isAfter(file(start + 1_001), 1_000), true);
    time.saw(start - 3_600_000, 60_000, 60_050);
    assert.equal(time.isAfter(file(start + 60_000), 1_000), false);
  });

  it("measures by own uploads how far times are ahead", () => {
    const time = new ServiceTime();
    time.saw(start, 1_000, 1_000);
    const ahead = 180_000;
    const before = file(start + ahead + 1);
    assert.deepEqual([time.isAfter(before, 9_000), time.isCertainlyAfter(before, 9_000)], [true, false]);
    // Stamped at some moment of its four seconds.
    time.stored(file(start + ahead + 4_001), 3_000, 7_000);
    assert.equal(time.isAfter(before, 9_000), false);
    const after = file(start + ahead + 9_500);
    assert.deepEqual([time.isAfter(after, 9_000), time.isCertainlyAfter(after, 9_000)], [true, false]);
    assert.equal(time.isCertainlyAfter(file(start + ahead + 12_500), 9_000), true);
    // The app moved to a machine whose clock is right.
    time.stored(file(start + 20_001), 21_000, 21_000);
    assert.equal(time.isCertainlyAfter(file(start + 25_000), 22_000), true);
  });

  it("ignores the older version that a lagging listing shows for an upload", () => {
    const time = new ServiceTime();
    time.saw(start, 1_000, 1_000);
    const ahead = 180_000;
    time.stored(file(start + ahead), 1_000, 1_000);
    assert.equal(time.isCertainlyAfter(file(start + ahead + 12_500), 9_000), true);
    // Two minutes later a listing still shows that version.
    time.stored(file(start + ahead), 121_000, 121_000, true);
    assert.equal(time.isCertainlyAfter(file(start + ahead + 140_000), 160_000), false);
    time.stored(file(start + ahead + 200_000), 201_000, 201_000);
    assert.equal(time.isCertainlyAfter(file(start + ahead + 212_500), 209_000), true);
  });

  it("follows a service's clock that was set back, and trusts versions only when they are old again", () => {
    const time = new ServiceTime();
    time.saw(start, 1_000, 1_050);
    time.saw(start - 3_600_000, 60_000, 60_050);
    assert.equal(time.isCertain(file(start - 1_000), 60_000), false);
    assert.equal(time.isCertain(file(start - 3_600_000 - 2_000), 60_000), true);
  });

  it("does not take a file that was written during this machine's sleep for one that was there before", () => {
    const time = new ServiceTime();
    time.saw(start, 1_000, 1_000);
    // The service's clock went on for ten minutes, the monotonic one did not.
    time.saw(start + 600_000, 1_200, 1_300);
    assert.equal(time.isCertain(file(start + 300_001), 1_100), false);
    assert.equal(time.isCertain(file(start - 1_001), 1_100), true);
    assert.equal(time.isCertain(file(start + 300_001), 1_300), true);
  });
});

describe("isSameVersion", () => {
  it("compares size and time", () => {
    const one = { sizeBytes: 1, modifiedAt: 2 };
    assert.equal(isSameVersion(one, { ...one }), true);
    assert.equal(isSameVersion(one, { ...one, sizeBytes: 2 }), false);
    assert.equal(isSameVersion(one, { ...one, modifiedAt: 3 }), false);
  });
});
